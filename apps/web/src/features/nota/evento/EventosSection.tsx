import { formatDateTime } from "@malote/syntax";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { eventoTexts as texts } from "../../../texts/nota/evento.ts";
import { RequestNotice } from "../../../ui/documento/RequestDialog.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { EventoDialog } from "./EventoDialog.tsx";
import { lastEventoRequestOf } from "./evento-draft.ts";

const SENDING_POLL_MS = 2_000;

/**
 * The eventos that the company may register apart from the manifestação, and the newest request if
 * it is pending or failed.
 */
export function EventosSection({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const [dialogOpen, setDialogOpen] = useState(false);
  const lastRequest = lastEventoRequestOf(nota);
  useQuery({
    ...notaQuery(nota.id),
    refetchInterval: lastRequest?.estado === "pendente" ? SENDING_POLL_MS : false,
  });
  useRegistrationToast(nota);
  const canSend = nota.eventosPossiveis.some(({ impedimento }) => impedimento === null);
  const [first] = nota.eventosPossiveis;
  return (
    <section aria-label={texts.titulo}>
      <h2 className="t-secao">{texts.titulo}</h2>
      <Text inherit mb={10} c="dimmed">
        {canSend ? texts.texto : (first?.impedimento ?? texts.nenhum)}
      </Text>
      {lastRequest && <LastRequest lastRequest={lastRequest} timeZone={timeZone} />}
      {canSend && (
        <Button variant="default" onClick={() => setDialogOpen(true)}>
          {texts.enviar}
        </Button>
      )}
      {dialogOpen && <EventoDialog nota={nota} timeZone={timeZone} onClose={() => setDialogOpen(false)} />}
    </section>
  );
}

/** Shows a toast when SEFAZ registers an evento that was pending while the page was open. */
function useRegistrationToast({ eventosPedidos }: Nota): void {
  const [last] = eventosPedidos;
  const waiting = useRef<string | null>(null);
  useEffect(() => {
    if (last?.estado === "pendente") waiting.current = last.id;
    else if (last?.estado === "registrada" && waiting.current === last.id) {
      waiting.current = null;
      showToast(texts.registrado(last.descEvento));
    }
  }, [last]);
}

function LastRequest(props: {
  lastRequest: Nota["eventosPedidos"][number];
  timeZone: string;
}): React.JSX.Element {
  const { descEvento, estado, mensagem, quem, pedidaEm } = props.lastRequest;
  return (
    <RequestNotice
      estado={estado}
      titles={{
        pendente: texts.enviando(descEvento),
        recusada: texts.recusado(descEvento),
        falhou: texts.falhou(descEvento),
      }}
      waiting={mensagem ?? texts.enviandoTexto}
      message={mensagem}
      author={quem && pedidaEm && texts.por(quem, formatDateTime(pedidaEm, props.timeZone))}
    />
  );
}
