import { formatDateTime } from "@malote/syntax";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { eventoTexts as texts } from "../../../texts/nota/evento.ts";
import { RequestNotice } from "../../../ui/documento/RequestDialog.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { EventoDialog } from "./EventoDialog.tsx";
import { useLastRequest } from "./use-last-request.ts";

/**
 * The eventos that the company may register apart from the manifestação, and the newest request if
 * it is pending or failed.
 */
export function EventosSection({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const [dialogOpen, setDialogOpen] = useState(false);
  const [last] = nota.eventosPedidos;
  useLastRequest(nota.id, last, showRegistration);
  const canSend = nota.eventosPossiveis.some(({ impedimento }) => impedimento === null);
  const [first] = nota.eventosPossiveis;
  return (
    <section aria-label={texts.titulo}>
      <h2 className="t-secao">{texts.titulo}</h2>
      <Text inherit mb={10} c="dimmed">
        {canSend ? texts.texto : (first?.impedimento ?? texts.nenhum)}
      </Text>
      {last && (
        <RequestNotice
          estado={last.estado}
          titles={{
            pendente: texts.enviando(last.descEvento),
            recusada: texts.recusado(last.descEvento),
            falhou: texts.falhou(last.descEvento),
          }}
          waiting={last.mensagem ?? texts.enviandoTexto}
          message={last.mensagem}
          author={last.quem && last.pedidaEm && texts.por(last.quem, formatDateTime(last.pedidaEm, timeZone))}
        />
      )}
      {canSend && (
        <Button variant="default" onClick={() => setDialogOpen(true)}>
          {texts.enviar}
        </Button>
      )}
      {dialogOpen && <EventoDialog nota={nota} timeZone={timeZone} onClose={() => setDialogOpen(false)} />}
    </section>
  );
}

/** Says that SEFAZ registered an evento that was pending while the page was open. */
function showRegistration({ estado, descEvento }: Nota["eventosPedidos"][number]): void {
  if (estado === "registrada") showToast(texts.registrado(descEvento));
}
