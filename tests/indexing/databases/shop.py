"""The shop that the databases of the tests hold."""

SCHEMA = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, since DATE);
CREATE TABLE orders (
    id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), total NUMERIC(10, 2), note TEXT
);
CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100;
INSERT INTO customers VALUES (1, 'Ada', '2024-05-01'), (2, 'Grace | Hopper', NULL);
INSERT INTO orders VALUES (1, 1, 12.50, 'first'), (2, 2, 250.00, NULL), (3, 1, 99.99, 'gift');
"""
