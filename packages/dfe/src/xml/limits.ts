/** 10 MB: an NF-e with its 990 items has about 2 MB, and SEFAZ accepts messages up to 500 KB. */
export const XML_BYTES_MAX = 10 * 1024 * 1024;
/** Nesting depth; the deepest layout (CT-e OS inside its proc) has less than 20 levels. */
export const XML_DEPTH_MAX = 64;
/** Elements, attributes and texts together; 990 items with every group filled have fewer than 150 000. */
export const XML_NODES_MAX = 200_000;
/** Characters of one attribute value; the longest legitimate ones are schema locations and Ids. */
export const XML_ATTRIBUTE_MAX = 8 * 1024;
/** Attributes of one element with declarations; the layouts use at most three, SOAP envelopes some ten. */
export const XML_ATTRIBUTES_MAX = 32;
/** Characters of one namespace; the longest in use has about 80. */
export const XML_NAMESPACE_MAX = 128;
/** Characters of one name; the longest of the layouts has 26. */
export const XML_NAME_MAX = 1024;
/** Distinct names of one document, and names cached across documents; the layouts have some 1 500. */
export const XML_NAMES_MAX = 4096;
/** Characters "& < > \"" in texts and attributes, which XML or its canonical form writes
 * as references. 990 items with every accent written as a reference have some 30 000. */
export const XML_ESCAPES_MAX = 100_000;
/** Maximum length of the XML declaration; the longest legitimate one has about 60 characters. */
export const XML_DECLARATION_MAX = 200;

/** What one XML may hold. A document and a message have different rules. */
export type XmlRules = {
  /** Nesting depth. */
  readonly depth: number;
  /** Elements, comments, instructions and CDATA sections. */
  readonly marks: number;
  /** The same with texts and attributes. */
  readonly nodes: number;
  /** Attributes with declarations: of one element, and of all. */
  readonly attributes: number;
  readonly allAttributes: number;
  /** Namespace declarations in scope at one place. */
  readonly declarations: number;
  /** Characters of one name, one attribute value and one namespace. */
  readonly nameLength: number;
  readonly attributeLength: number;
  readonly namespaceLength: number;
  /** Characters "& < > \"" in texts and attributes. */
  readonly escapes: number;
  /** `absolute`: each namespace is an absolute URI; `declared`: any text;
   * `any`: also a prefix without declaration, which is then its own namespace. */
  readonly namespaces: "absolute" | "declared" | "any";
  /** Whether a declaration of 1.1 or another 1.x is read as XML 1.0.   @source XML 1.0 §2.8 */
  readonly allowsVersion1x: boolean;
};

/** A rule that is a number. */
export type XmlLimit = Exclude<keyof XmlRules, "namespaces" | "allowsVersion1x">;

/** The rules of documents. */
export const DOCUMENT_RULES: XmlRules = {
  depth: XML_DEPTH_MAX,
  marks: XML_NODES_MAX,
  nodes: XML_NODES_MAX,
  attributes: XML_ATTRIBUTES_MAX,
  allAttributes: XML_NODES_MAX,
  declarations: XML_NODES_MAX,
  nameLength: XML_NAME_MAX,
  attributeLength: XML_ATTRIBUTE_MAX,
  namespaceLength: XML_NAMESPACE_MAX,
  escapes: XML_ESCAPES_MAX,
  namespaces: "absolute",
  allowsVersion1x: false,
};
