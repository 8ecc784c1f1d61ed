/** What papers say of a document whose signature or contents were refuted: the word across each page, the line that stands beside the
 * protocol, and what the protocol is called that nobody vouches for. */
export const MARCA_NAO_CONFERIDA = "NÃO CONFERIDA";
export const AVISO_NAO_CONFERIDA = "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM";
export const PROTOCOLO_NAO_CONFERIDO = "PROTOCOLO NÃO CONFERIDO";
