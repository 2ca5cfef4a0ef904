# SPDX-License-Identifier: Apache-2.0
"""The links of a DataFrame of texts in Spark, with Arrow: find_columns() for each batch of rows.

    spark-submit spark_links.py TEXTS.parquet LINKS.parquet     TEXTS has the columns id and text

The wheel of linkspan must be installed on each worker. NOT RUN WITH SPARK, which is neither in Debian 12 nor in
npm: tests/python/test_corpus.py checks the syntax, and runs links_of() on pandas frames.
"""

import sys

SCHEMA = "id long, start long, end long, kind string, host string, registered_domain string, uri string"


def links_of(batches):
    """For mapInPandas: frames with id and text → frames with a row for each link."""
    import linkspan
    import pandas

    engine = linkspan.default_engine()
    for batch in batches:
        texts = batch["text"].fillna("").tolist()
        found = engine.find_columns(texts, ["host", "registered_domain", "uri"])
        frame = found.to_pandas()[["start", "end", "kind", "host", "registered_domain", "uri"]]
        frame.insert(0, "id", batch["id"].to_numpy()[found.row])
        yield frame.astype({"kind": object})


def main(source, to):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("linkspan").getOrCreate()
    spark.read.parquet(source).select("id", "text").mapInPandas(links_of, SCHEMA).write.parquet(to)


if __name__ == "__main__":
    main(*sys.argv[1:])
