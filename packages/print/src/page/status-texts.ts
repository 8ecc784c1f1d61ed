/** Texts for a document whose signature or content is refuted: the watermark, the line beside the
 * protocol, and the title of the unverified protocol. */
export const UNVERIFIED_WATERMARK = "NÃO CONFERIDA";
export const UNVERIFIED_NOTICE = "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM";
export const UNVERIFIED_PROTOCOLO = "PROTOCOLO NÃO CONFERIDO";

/** Texts for a document that a received file calls cancelled, until SEFAZ confirms it. */
export const REPORTED_CANCELLATION_WATERMARK = "CANCELADA (A CONFIRMAR)";
export const REPORTED_CANCELLATION_NOTICE = "CANCELAMENTO INFORMADO NO ARQUIVO: CONFIRME NA SEFAZ";

/** Texts for a document without authorization: the watermark, and what replaces a protocol that is another
 * document's or unreadable. */
export const UNAUTHORIZED_WATERMARK = "SEM AUTORIZAÇÃO";
export const FOREIGN_PROTOCOLO = "PROTOCOLO NÃO CORRESPONDE A ESTE DOCUMENTO";
export const UNREADABLE_PROTOCOLO = "PROTOCOLO ILEGÍVEL";
