import { MODELOS, splitChaveAcesso } from "@malote/syntax";

/** The authorizer of every NF-e whose issuer has no IE, whatever its UF. @source NT 2026.007 v1.10, C17-11 */
export const AUTHORIZER_SEM_IE = "SVRS";
/** The first AAMM of a key whose issuer may have no IE.
 * @source NT 2026.007 v1.10: production 2026-11-16; its PDF says 2026-11-03 */
const SINCE_AAMM = "2611";
/** The only modelo whose issuer may have no IE. */
export const MODELO_SEM_IE = MODELOS.NFe.modelo;
/** Series of notas avulsas, which their own UF authorizes.   @source NT 2026.007 v1.10, 1P10-40 */
const AVULSA_SERIES = { from: 890, to: 919 };

/** Says whether the issuer of a key may have no IE: an NF-e issued since then, in a series that is not of
 * the State itself.
 * @source NT 2026.007 v1.10, C17-10, C17-11, 1P10-40 */
export function canBeSemIe(chave: string): boolean {
  const { modelo, serie } = splitChaveAcesso(chave);
  return modelo === MODELO_SEM_IE && chave.slice(2, 6) >= SINCE_AAMM && !isAvulsa(Number(serie));
}

function isAvulsa(serie: number): boolean {
  return serie >= AVULSA_SERIES.from && serie <= AVULSA_SERIES.to;
}
