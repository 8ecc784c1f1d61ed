/** The reference program of XML signatures, where it is installed (package xmlsec1). */
export const XMLSEC = "/usr/bin/xmlsec1";
