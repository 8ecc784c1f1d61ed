/** How far a document can be trusted: `integra` as signed; `reparada` as signed, after a flagged repair of its bytes;
 * `suspeita` signed, but by another, for another or against its own protocol; `assinatura-invalida` not what was signed, or not signed. */
export const SITUACOES = ["integra", "reparada", "suspeita", "assinatura-invalida"] as const;
export type Situacao = (typeof SITUACOES)[number];

/** Every finding a verdict can carry. */
export const ACHADOS = [
  // the signature does not hold
  "sem-assinatura",
  "assinatura-malformada",
  "algoritmo-nao-aceito",
  "referencia-divergente",
  "digest-divergente",
  "assinatura-divergente",
  "certificado-ilegivel",
  "id-repetido",
  "nao-julgado",
  // it holds, but something around it does not fit
  "estrutura-inesperada",
  "sem-namespace",
  "comentario-no-assinado",
  "instrucao-no-assinado",
  "chave-invalida",
  "chave-divergente",
  "id-divergente",
  "certificado-de-outro-documento",
  "certificado-sem-documento",
  "certificado-fora-da-validade",
  "cadeia-desconhecida",
  "rsa-fraca",
  "autor-nao-emitente",
  "protocolo-de-outra-chave",
  "protocolo-digest-divergente",
  "protocolo-de-outro-ambiente",
  // worth knowing
  "codificacao-reparada",
  "bordas-reparadas",
  "cdata-no-assinado",
  "cadeia-nao-verificada",
  "certificado-de-provedor",
  "chave-de-emissao-avulsa",
  "sem-protocolo",
  "protocolo-invalido",
  "protocolo-anterior-a-emissao",
  "nao-autorizada",
  "ambiente-homologacao",
  "evento-nao-registrado",
] as const;
export type AchadoCodigo = (typeof ACHADOS)[number];

/** One finding; a grave one keeps the document in quarantine. `detalhe` names fields, codes or values, never a sentence. */
export type Achado = { codigo: AchadoCodigo; grave: boolean; detalhe?: string };

/** The signer as its certificate says; `documento` is CNPJ or CPF, the dates are ISO in UTC. */
export type CertificadoLido = {
  titular: string;
  documento: string | null;
  validoDe: string;
  validoAte: string;
};

/** The judgement of one document's very bytes; the certificate is null when none could be read. */
export type Veredito = { situacao: Situacao; achados: Achado[]; certificado: CertificadoLido | null };

/** What the operator trusts: roots and intermediates in PEM; an empty list means that no chain can be checked. */
export type Confianca = { ancoras: readonly string[] };

/** Orders situations for choosing among copies of one document: higher is better, 0 to 3. */
export function rankSituacao(situacao: Situacao): number {
  return SITUACOES.length - 1 - SITUACOES.indexOf(situacao);
}
