#!/usr/bin/env python3
"""Decodes a table of receipts with Spark: one receipt-tool for each partition, its lines as rows of a data frame.

    spark-submit decode.py RECEIPTS OUTPUT [--field receipt_data] [--id-field order_id] [-- options of receipt-tool decode]

RECEIPTS are lines of JSON, in any place and compression that Spark reads; OUTPUT is a folder that gets a Parquet row for each line.
The binary has to be on every machine: in PATH, or where RECEIPT_TOOL says.
"""

import argparse
import os
import shlex

from pyspark.sql import SparkSession

# What most questions are about; everything else of a line can be named here just so.
SCHEMA = """
    id STRING,
    authenticity STRUCT<verdict: STRING, reason: STRING>,
    environment STRING,
    receipt STRUCT<bundle_id: STRING, application_version: STRING, receipt_creation_date_ms: STRING, in_app: ARRAY<STRUCT<
        product_id: STRING, transaction_id: STRING, original_transaction_id: STRING, purchase_date_ms: STRING,
        expires_date_ms: STRING, cancellation_date_ms: STRING>>>,
    error STRUCT<code: STRING, message: STRING>
"""

# The exit statuses 1 and 65 are about receipts, which have lines of their own; with any other the partition has failed.
RUN = '"$@"; status=$?; case $status in 1 | 65) exit 0 ;; *) exit $status ;; esac'


def main():
    parser = argparse.ArgumentParser(description="Decode a table of receipts with Spark.")
    parser.add_argument("receipts")
    parser.add_argument("output")
    parser.add_argument("--field", default="receipt_data")
    parser.add_argument("--id-field", default="order_id")
    parser.add_argument("options", nargs="*", help="options of receipt-tool decode, behind --")
    arguments = parser.parse_args()

    # One thread each: Spark runs as many processes as it has cores.
    command = [os.environ.get("RECEIPT_TOOL", "receipt-tool"), "decode", "--stream", "--jobs", "1"]
    command += ["--field", arguments.field, "--id-field", arguments.id_field, *arguments.options, "-"]
    spark = SparkSession.builder.appName("receipt-tool").getOrCreate()
    lines = spark.sparkContext.textFile(arguments.receipts)
    decoded = lines.pipe(shlex.join(["sh", "-c", RUN, "sh", *command]), checkCode=True)
    spark.read.schema(SCHEMA).json(decoded).write.mode("overwrite").parquet(arguments.output)

    counts = spark.read.parquet(arguments.output).groupBy("authenticity.verdict", "error.code").count()
    for verdict, code, count in sorted(counts.collect(), key=str):
        print(f"{verdict or code}\t{count}")
    spark.stop()


if __name__ == "__main__":
    main()
