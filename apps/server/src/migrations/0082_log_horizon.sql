-- Where the rows end that a seal takes is asked of PostgreSQL itself: a function of the schema can be changed by its owner.
drop function app.log_horizon();
