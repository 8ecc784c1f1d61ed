/** 10 MB: an NF-e with its 990 items has about 2 MB, and SEFAZ takes messages of 500 KB. */
export const XML_BYTES_MAX = 10 * 1024 * 1024;
/** Open elements at one time; the deepest layout (CT-e OS inside its proc) opens fewer than 20. */
export const XML_DEPTH_MAX = 64;
/** Elements, attributes and texts together; 990 items with every group filled stay below 150 000. */
export const XML_NODES_MAX = 200_000;
/** Characters of one attribute; the longest legitimate ones are schema locations and Ids. */
export const XML_ATTRIBUTE_MAX = 8 * 1024;
/** Attributes of one element, declarations among them; the layouts use at most three, SOAP envelopes some ten. */
export const XML_ATTRIBUTES_MAX = 32;
/** Characters of one namespace; the longest in use has about 80. */
export const XML_NAMESPACE_MAX = 128;
/** Characters of one name; the longest of the layouts has 26. */
export const XML_NAME_MAX = 1024;
/** Different names of one document, and names remembered for the next one; all layouts together have some 1 500. */
export const XML_NAMES_MAX = 4096;
/** Characters "& < > \"" in texts and attributes: what comes, or goes into the canonical form, as a reference. 990 items
 * whose every accent is a reference have some 30 000. */
export const XML_ESCAPES_MAX = 100_000;
/** Bytes in which the declaration must have ended; the longest legitimate one takes about 60. */
export const XML_DECLARATION_MAX = 200;
