-- The same file at two certificates is found by its hash, and the certificates of a document by its id.
create index documents_by_hash on documents ("companyId", sha256);
create index certificates_of_document on certificates ("companyId", "documentId") where "documentId" is not null;
