/** 10 MB: an NF-e with its 990 items has about 2 MB, and SEFAZ takes messages of 500 KB. */
export const XML_BYTES_MAX = 10 * 1024 * 1024;
/** Open elements at one time; the deepest layout (CT-e OS inside its proc) opens fewer than 20. */
export const XML_DEPTH_MAX = 64;
/** Elements, attributes and texts together; 990 items with every group filled stay below 150 000. */
export const XML_NODES_MAX = 200_000;
/** Characters of one attribute; the longest legitimate ones are namespaces and Ids. */
export const XML_ATTRIBUTE_MAX = 8 * 1024;
/** Attributes of one element; the layouts use at most three. */
export const XML_ATTRIBUTES_MAX = 64;
