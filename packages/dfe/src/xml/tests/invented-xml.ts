/** Invented documents with features that fiscal documents have,
 * and some that they must not have; mutations start from them. */
export const INVENTED: readonly string[] = [
  '<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe35" versao="4.00">' +
    '<ide><cUF>35</cUF><natOp>Venda &amp; remessa</natOp></ide><emit><xNome>Padaria Ação</xNome></emit><det nItem="1"><prod><xProd>Pão 1/2&quot;</xProd>' +
    '</prod></det></infNFe><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference URI="#NFe35"/></SignedInfo></Signature></NFe></nfeProc>',
  '<p:a xmlns:p="urn:p" xmlns="urn:d" p:z="1" b="2" a="&#9;&#10;x&#13;"><b xmlns=""><p:c q="\'" xml:lang="pt">é€😀</p:c></b><!-- c --><?x  y z?>' +
    '<d><![CDATA[<&]]>]]&gt;<![CDATA[]]></d><e xmlns:p="urn:q"><p:f p:g=\'"\'/></e></p:a>',
  '\n<!-- antes -->\n<?xml-stylesheet href="x"?>\n<ação xmlns:x="urn:x" xml:space="preserve">\r\n  <x:b x:c="1" c="1" />\r  texto\t<x:b></x:b >\n</ação>\n<!-- depois -->\n',
];
