import { formatDateTime } from "@malote/syntax";
import { Box, Button, Group, Kbd } from "@mantine/core";
import { flagSentences as flagTexts } from "../../../texts/lists/flags.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { FlagIcon } from "../../../ui/list/Flag.tsx";
import { type FlaggableNota, type FlagName, flagStateOf } from "./flag-state.ts";
import { useWaitingFlags, waitingKeyOf } from "./waiting-flags.ts";

const KEY_NAMES: Readonly<Record<FlagName, string>> = { recebido: "R", conferido: "C", processado: "P" };
const FLAG_ORDER: readonly FlagName[] = ["recebido", "conferido", "processado"];

/** The keys that set or clear the flags, in a list and in its panel. */
export const FLAG_KEYS = { r: "recebido", c: "conferido", p: "processado" } as const;

/**
 * The flags of a document, one line each: who set it, when, and a button that sets or clears it;
 * `withKeys` shows the key of each.
 */
export function FlagList(props: {
  nota: FlaggableNota;
  timeZone: string;
  withKeys?: boolean;
  onSetFlag: (flag: FlagName, turnOn: boolean) => void;
}): React.JSX.Element {
  const { nota, timeZone, withKeys = false, onSetFlag } = props;
  return (
    <section>
      <h2 className="t-secao">{texts.marcas.titulo}</h2>
      {nota.quarentena ? (
        <p className="t-second">{texts.marcas.bloqueadas}</p>
      ) : (
        <Box component="ul" mt={4}>
          {FLAG_ORDER.map((flag) => (
            <FlagRow
              key={flag}
              nota={nota}
              flag={flag}
              timeZone={timeZone}
              withKey={withKeys}
              onSetFlag={onSetFlag}
            />
          ))}
        </Box>
      )}
    </section>
  );
}

function FlagRow(props: {
  nota: FlaggableNota;
  flag: FlagName;
  timeZone: string;
  withKey: boolean;
  onSetFlag: (flag: FlagName, turnOn: boolean) => void;
}): React.JSX.Element {
  const { nota, flag, timeZone, withKey, onSetFlag } = props;
  const waiting = useWaitingFlags().get(waitingKeyOf(nota.id, flag));
  const { isOn, por, em } = flagStateOf(nota, flag);
  const { nome } = flagTexts[flag];
  const marked = [por ?? flagTexts.alguem, em ? formatDateTime(em, timeZone) : null]
    .filter(Boolean)
    .join(", ");
  const known = isOn ? marked : texts.marcas.aindaNao;
  const note = waiting === undefined ? known : flagTexts.espera;
  return (
    <Group component="li" gap={12} wrap="nowrap" data-marca={flag}>
      <FlagIcon isOn={waiting ?? isOn} isWaiting={waiting !== undefined} />
      <Group gap="0 8px" flex={1}>
        <b>{nome}</b> <span className="t-rotulo">{note}</span>
      </Group>
      {withKey && <Kbd aria-hidden="true">{KEY_NAMES[flag]}</Kbd>}
      <Button
        variant="subtle"
        ml={withKey ? -16 : undefined}
        mr={-13}
        c={isOn ? "var(--text-2)" : "var(--accent)"}
        onClick={() => onSetFlag(flag, !isOn)}
      >
        {isOn ? texts.marcas.desfazer : texts.marcas.marcar}
        <span className="vh"> {nome}</span>
      </Button>
    </Group>
  );
}
