/** Names of SEFAZ's own service, which clients look for.   @source NT 2014.002, NFeDistribuicaoDFe */
export const PORTAL = "http://www.portalfiscal.inf.br/nfe";
export const SERVICO = `${PORTAL}/wsdl/NFeDistribuicaoDFe`;
export const OPERACAO = "nfeDistDFeInteresse";
export const ACAO = `${SERVICO}/${OPERACAO}`;

/** Where the feed is asked: our own address, and SEFAZ's for clients that know no other. Behind ours the conta may be named. */
export const CAMINHO = "/Services/soap/NFeDistribuicaoDFe";
export const CAMINHO_SEFAZ = "/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx";
