import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { searchTexts } from "../../../texts/app/search.ts";
import { flagSentences } from "../../../texts/lists/flags.ts";
import type { PageCommand } from "../../../ui/state/page-commands.ts";
import { FLAG_KEYS } from "./FlagList.tsx";
import { FLAG_NAMES, type FlaggableNota, type FlagName, flagStateOf, notaNameOf } from "./flag-state.ts";

const { acoes: texts } = searchTexts;

/** The commands that mark an open document; one in quarantine has none. */
export function flagCommandsOf(
  nota: FlaggableNota,
  onSetFlag: (flag: FlagName, turnOn: boolean) => void,
): PageCommand[] {
  if (nota.quarentena) return [];
  const keyOf = (flag: FlagName): string | undefined =>
    Object.entries(FLAG_KEYS).find(([, each]) => each === flag)?.[0];
  return FLAG_NAMES.map((flag) => {
    const { isOn } = flagStateOf(nota, flag);
    const { nome } = flagSentences[flag];
    const key = keyOf(flag);
    return {
      id: `marca-${flag}`,
      nome: (isOn ? texts.desmarcar : texts.marcar)(nome, notaNameOf(nota)),
      icone: isOn ? IconCircleDashed : IconCircleCheck,
      ...(key ? { teclas: [key.toUpperCase()] } : {}),
      run: () => onSetFlag(flag, !isOn),
    };
  });
}
