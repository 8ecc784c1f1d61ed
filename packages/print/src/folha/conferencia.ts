/** What papers say of a document whose signature or contents were refuted: the word across each page, the line that stands beside the
 * protocol, and what the protocol is called that nobody vouches for. */
export const MARCA_NAO_CONFERIDA = "NÃO CONFERIDA";
export const AVISO_NAO_CONFERIDA = "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM";
export const PROTOCOLO_NAO_CONFERIDO = "PROTOCOLO NÃO CONFERIDO";

/** What papers say of a document that a file calls cancelled, until that is confirmed. */
export const MARCA_CANCELAMENTO_INFORMADO = "CANCELADA (A CONFIRMAR)";
export const AVISO_CANCELAMENTO_INFORMADO = "CANCELAMENTO INFORMADO NO ARQUIVO: CONFIRME NA SEFAZ";

/** What papers say where nothing authorizes the document: the word across each page, and what stands in the place of a protocol that
 * is another document's, or that does not say what it is. */
export const MARCA_SEM_AUTORIZACAO = "SEM AUTORIZAÇÃO";
export const PROTOCOLO_ALHEIO = "PROTOCOLO NÃO CORRESPONDE A ESTE DOCUMENTO";
export const PROTOCOLO_ILEGIVEL = "PROTOCOLO ILEGÍVEL";
