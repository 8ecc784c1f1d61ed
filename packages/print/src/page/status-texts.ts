/** Texts for a document whose signature or content is refuted: the watermark, the line beside the
 * protocol, and the title of the unverified protocol. */
export const MARCA_NAO_CONFERIDA = "NÃO CONFERIDA";
export const AVISO_NAO_CONFERIDA = "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM";
export const PROTOCOLO_NAO_CONFERIDO = "PROTOCOLO NÃO CONFERIDO";

/** Texts for a document that a received file calls cancelled, until SEFAZ confirms it. */
export const MARCA_CANCELAMENTO_INFORMADO = "CANCELADA (A CONFIRMAR)";
export const AVISO_CANCELAMENTO_INFORMADO = "CANCELAMENTO INFORMADO NO ARQUIVO: CONFIRME NA SEFAZ";

/** Texts for a document without authorization: the watermark, and what replaces a protocol that is another
 * document's or unreadable. */
export const MARCA_SEM_AUTORIZACAO = "SEM AUTORIZAÇÃO";
export const PROTOCOLO_ALHEIO = "PROTOCOLO NÃO CORRESPONDE A ESTE DOCUMENTO";
export const PROTOCOLO_ILEGIVEL = "PROTOCOLO ILEGÍVEL";
