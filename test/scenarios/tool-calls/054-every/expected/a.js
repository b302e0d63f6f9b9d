call(alpha);
call(alpha);
use(beta);
