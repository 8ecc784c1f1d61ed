import { ACHADOS, type Achado, type AchadoCode, type AchadoRule } from "../achados.ts";
import type { Signature } from "../examination.ts";
import type { Veredito } from "../veredito.ts";

/** Verdicts that a finding can force, strongest first. An
 * unverifiable signature outranks an invalid one: hiding is worse. */
const BY_STRENGTH: readonly Veredito[] = [
  "ilegivel",
  "suspeita",
  "assinatura-invalida",
  "nao-autorizada",
  "sem-protocolo",
  "integra",
];

/** The verdict for these findings: the strongest forced one, or `autentica`.
 * An invalid signature outranks suspicions that require a valid one. */
export function vereditoOf(achados: readonly Pick<Achado, "codigo">[]): Veredito {
  const rules = achados.map(({ codigo }): AchadoRule => ACHADOS[codigo]);
  const forced = new Set(rules.map(({ veredito }) => veredito));
  const unverifiable = rules.some(({ veredito, estado }) => veredito === "suspeita" && estado !== null);
  if (forced.has("assinatura-invalida") && !unverifiable) forced.delete("suspeita");
  return BY_STRENGTH.find((veredito) => forced.has(veredito)) ?? "autentica";
}

/** The signature state and the codes that explain it: `ausente` and `erro` mean that nothing was verified. */
export function signatureOf(achados: readonly Pick<Achado, "codigo">[]): Signature {
  const motivos: AchadoCode[] = [...new Set(achados.map(({ codigo }) => codigo))].filter(
    (codigo) => ACHADOS[codigo].estado,
  );
  const estados = motivos.map((codigo) => ACHADOS[codigo].estado);
  const estado = (["ausente", "erro", "invalida"] as const).find((each) => estados.includes(each));
  return { estado: estado ?? "valida", motivos };
}
