-- One client per VAT number: two would be invoiced and found as one. Who paid for a One Shot Check is no client (0023).
create unique index companies_client_number on companies ("companyNumber") where not "oneShot";
