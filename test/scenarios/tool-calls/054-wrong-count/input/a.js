use(alpha);
use(alpha);
