import { EVENTO_NEEDS } from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { useState } from "react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { eventoTexts as texts } from "../../../texts/nota/evento.ts";
import {
  RequestChoice,
  RequestChoices,
  RequestDialog,
  useRequest,
} from "../../../ui/documento/RequestDialog.tsx";
import { EventoFields } from "./EventoFields.tsx";
import { EMPTY_DRAFT, type EventoDraft, sendEvento, toParams } from "./evento-draft.ts";

const { dialogo: t } = texts;

/**
 * Dialog that sends an evento: the user chooses its type, then fills in the fields of that type.
 */
export function EventoDialog(props: {
  nota: Nota;
  timeZone: string;
  onClose: () => void;
}): React.JSX.Element {
  const { nota, timeZone, onClose } = props;
  const [draft, setDraft] = useState<EventoDraft>(EMPTY_DRAFT);
  const { tpEvento } = draft;
  const send = async (): Promise<string | null> =>
    tpEvento === null ? t.falta : await sendEvento(nota.id, toParams(draft, tpEvento));
  const { error, setError, sending, submit } = useRequest(send, onClose);
  const write = (part: Partial<EventoDraft>): void => {
    setDraft({ ...draft, ...part });
    setError(null);
  };
  return (
    <RequestDialog
      title={t.titulo}
      size={620}
      changed={tpEvento !== null}
      sending={sending}
      submit={t.enviar}
      error={error}
      notice={t.aviso}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <RequestChoices label={t.escolha}>
        {nota.eventosPossiveis.map(({ tpEvento: each, descEvento, impedimento, ate }) => (
          <RequestChoice
            key={each}
            name="evento"
            title={descEvento}
            meaning={texts.significa[each]}
            checked={tpEvento === each}
            disabled={impedimento !== null}
            note={impedimento ?? (ate && texts.ate(formatDateTime(ate, timeZone)))}
            onCheck={() => write({ tpEvento: each, itens: {} })}
          />
        ))}
      </RequestChoices>
      {tpEvento && EVENTO_NEEDS[tpEvento].kind !== "nada" && (
        <EventoFields nota={nota} timeZone={timeZone} draft={draft} tpEvento={tpEvento} onWrite={write} />
      )}
    </RequestDialog>
  );
}
