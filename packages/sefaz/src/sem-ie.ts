import { splitChaveAcesso } from "@malote/syntax";

/**
 * The authorizer of every NF-e whose issuer has no IE, whatever its UF.
 * @source NT 2026.007 v1.10, C17-11
 */
export const AUTORIZADOR_SEM_IE = "SVRS";
/**
 * First AAMM of a key whose issuer may have no IE.
 * @source NT 2026.007 v1.10: production 2026-11-16, in its PDF 2026-11-03
 */
const DESDE_AAMM = "2611";
const MODELO_NFE = "55";
/** Series of notas avulsas: their own UF authorizes them.   @source NT 2026.007 v1.10, 1P10-40 */
const AVULSAS = { from: 890, to: 919 };

/**
 * Says whether the issuer of a key may have no IE: an NF-e of that time, and not of a series in
 * which the State issues.
 * @source NT 2026.007 v1.10, C17-10, C17-11, 1P10-40
 */
export function canBeSemIe(chave: string): boolean {
  const { modelo, serie } = splitChaveAcesso(chave);
  return modelo === MODELO_NFE && chave.slice(2, 6) >= DESDE_AAMM && !isAvulsa(Number(serie));
}

function isAvulsa(serie: number): boolean {
  return serie >= AVULSAS.from && serie <= AVULSAS.to;
}
