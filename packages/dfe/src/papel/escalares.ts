/**
 * A civil date as the document writes it: yyyy-MM-dd, often followed by THH:mm:ss and an offset.
 * Papers show it as it is.
 */
export type DataDoPapel = string;

/**
 * A plain decimal with a dot and the places that the document gives it; "ILEGÍVEL" for one that is
 * there and cannot be read.
 */
export type DecimalDoPapel = string;
