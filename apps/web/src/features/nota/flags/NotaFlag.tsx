import { formatDateTime } from "@malote/syntax";
import { flagSentences as texts } from "../../../texts/lists/flags.ts";
import { Flag } from "../../../ui/list/Flag.tsx";
import { type FlaggableNota, type FlagName, flagStateOf } from "./flag-state.ts";

/** One flag of a row; its tooltip shows who set it and when. */
export function NotaFlag(props: {
  nota: FlaggableNota;
  flag: FlagName;
  timeZone: string;
  /** What the flag will be when the connection is back; undefined: it does not wait. */
  waiting?: boolean | undefined;
  onToggle: (nota: FlaggableNota, flag: FlagName) => void;
}): React.JSX.Element {
  const { nota, flag, timeZone, waiting, onToggle } = props;
  const { isOn } = flagStateOf(nota, flag);
  return (
    <Flag
      isOn={waiting ?? isOn}
      isWaiting={waiting !== undefined}
      label={texts[flag].nome}
      tooltip={
        waiting !== undefined
          ? texts.espera
          : nota.quarentena
            ? texts.bloqueada
            : tooltipOf(nota, flag, timeZone)
      }
      inRow
      locked={nota.quarentena}
      onToggle={() => onToggle(nota, flag)}
    />
  );
}

/** "Conferido por Marina Prado em 20/11/2026 09:58". */
export function tooltipOf(nota: FlaggableNota, flag: FlagName, timeZone: string): string {
  const { isOn, por, em } = flagStateOf(nota, flag);
  if (!isOn) return texts[flag].falta;
  return texts[flag].dica(por ?? texts.alguem, em ? formatDateTime(em, timeZone) : "");
}
