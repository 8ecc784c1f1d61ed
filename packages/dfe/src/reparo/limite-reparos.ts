import type { Assinatura } from "../veredito.ts";

/** Decides which of the files that come together are still tried to be repaired. One for each e-mail or file that was sent. */
export type LimiteReparos = {
  /** Whether a file with this damage is tried. Each refusal counts. */
  mayTry(assinatura: Assinatura): boolean;
  /** How a try ended. */
  tried(assinatura: Assinatura, isRepaired: boolean): void;
};

/** Failures in a row, of one kind of damage, after which trying stops. */
export const REPAROS_EM_VAO_MAX = 8;

type Contagem = { falhas: number; pulados: number; proximo: number };

/**
 * Stops after REPAROS_EM_VAO_MAX failures in a row of the same kind. Then one file is tried after 8, 16, 32… that were passed over,
 * so that a few hopeless files in front of many repairable ones cost only some of them.
 */
export function createLimiteReparos(): LimiteReparos {
  const kinds = new Map<string, Contagem>();
  return {
    mayTry(assinatura) {
      const known = kinds.get(kindOf(assinatura));
      if (known === undefined || known.falhas < REPAROS_EM_VAO_MAX) return true;
      known.pulados += 1;
      if (known.pulados <= known.proximo) return false;
      known.pulados = 0;
      known.proximo *= 2;
      return true;
    },
    tried(assinatura, isRepaired) {
      const kind = kindOf(assinatura);
      const { falhas = 0, proximo = REPAROS_EM_VAO_MAX } = kinds.get(kind) ?? {};
      if (isRepaired) kinds.delete(kind);
      else kinds.set(kind, { falhas: falhas + 1, pulados: 0, proximo });
    },
  };
}

function kindOf({ motivos }: Assinatura): string {
  return motivos.join(" ");
}
