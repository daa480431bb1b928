import "../alerts.spec"
import "../checkout-failures.spec"
