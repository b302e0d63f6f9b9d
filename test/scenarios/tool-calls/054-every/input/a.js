use(alpha);
use(alpha);
use(beta);
