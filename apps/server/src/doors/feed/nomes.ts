/** Names of SEFAZ's own service, which clients expect.   @source NT 2014.002, NFeDistribuicaoDFe */
export const PORTAL = "http://www.portalfiscal.inf.br/nfe";
export const SERVICO = `${PORTAL}/wsdl/NFeDistribuicaoDFe`;
export const OPERACAO = "nfeDistDFeInteresse";
export const ACAO = `${SERVICO}/${OPERACAO}`;

/**
 * Paths of the feed: our own, to which a conta may be
 * appended, and SEFAZ's for clients with a fixed path.
 */
export const CAMINHO = "/Services/soap/NFeDistribuicaoDFe";
export const CAMINHO_SEFAZ = "/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx";
