-- A purchase is shown with the payment that made it.

CREATE UNIQUE INDEX `machine_payments_purchase` ON `machine_payments` (`purchase_id`);
