// What Scripts/release says of a build through the environment (Package.swift); empty in other builds.
#ifndef RECEIPT_CBUILDFACTS_H
#define RECEIPT_CBUILDFACTS_H

extern const char *const cbuildfacts_commit;
extern const char *const cbuildfacts_commit_date;
extern const char *const cbuildfacts_swift;

#endif
