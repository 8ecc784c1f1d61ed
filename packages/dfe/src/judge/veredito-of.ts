import { ACHADOS, type AchadoCodigo, type AchadoLinha } from "../achados.ts";
import type { Achado, Assinatura, Veredito } from "../veredito.ts";

/** Verdicts that a finding can force, the strongest first. What may never be verified stands above a signature that fails: who
 * hides something is not merely wrong. */
const FORCA: readonly Veredito[] = [
  "ilegivel",
  "suspeita",
  "assinatura-invalida",
  "nao-autorizada",
  "sem-protocolo",
  "integra",
];

/** The verdict on a document with these findings: the strongest that any of them forces, `autentica` when none forces any. A
 * failed signature outweighs the suspicions that presuppose a signature that holds. */
export function vereditoOf(achados: readonly Pick<Achado, "codigo">[]): Veredito {
  const linhas = achados.map(({ codigo }): AchadoLinha => ACHADOS[codigo]);
  const forced = new Set(linhas.map(({ veredito }) => veredito));
  const unverifiable = linhas.some(({ veredito, estado }) => veredito === "suspeita" && estado !== null);
  if (forced.has("assinatura-invalida") && !unverifiable) forced.delete("suspeita");
  return FORCA.find((veredito) => forced.has(veredito)) ?? "autentica";
}

/** The codes behind a signature's state, and the state: `ausente` and `erro` say that nothing was verified. */
export function assinaturaOf(achados: readonly Pick<Achado, "codigo">[]): Assinatura {
  const motivos: AchadoCodigo[] = [...new Set(achados.map(({ codigo }) => codigo))].filter(
    (codigo) => ACHADOS[codigo].estado,
  );
  const estados = motivos.map((codigo) => ACHADOS[codigo].estado);
  const estado = (["ausente", "erro", "invalida"] as const).find((each) => estados.includes(each));
  return { estado: estado ?? "valida", motivos };
}
