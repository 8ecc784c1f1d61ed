/** A date as written in the document: yyyy-MM-dd, often with
 * THH:mm:ss and an offset. Printed without conversion. */
export type PrintedData = string;

/** A decimal with a dot and the scale of the document; "ILEGÍVEL" for an unreadable one. */
export type PrintedDecimal = string;
