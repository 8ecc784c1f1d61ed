/** Names of SEFAZ's own service, which clients expect.   @source NT 2014.002, NFeDistribuicaoDFe */
export const PORTAL_NAMESPACE = "http://www.portalfiscal.inf.br/nfe";
export const SERVICE_NAMESPACE = `${PORTAL_NAMESPACE}/wsdl/NFeDistribuicaoDFe`;
export const OPERATION = "nfeDistDFeInteresse";
export const SOAP_ACTION = `${SERVICE_NAMESPACE}/${OPERATION}`;

/**
 * Paths of the feed: our own, to which a conta may be
 * appended, and SEFAZ's for clients with a fixed path.
 */
export const FEED_PATH = "/Services/soap/NFeDistribuicaoDFe";
export const SEFAZ_FEED_PATH = "/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx";
