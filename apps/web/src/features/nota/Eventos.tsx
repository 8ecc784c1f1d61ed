import { formatDataHora } from "@malote/syntax";
import { Button, Loader } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { notaQuery } from "../../rpc/detalhe.ts";
import type { Nota } from "../../rpc/queries.ts";
import { evento as textos } from "../../textos/evento.ts";
import { avisar } from "../../ui/toast.tsx";
import { ultimoOf } from "./evento.ts";
import classes from "./Manifestacao.module.css";

const EventoDialogo = lazy(async () => ({ default: (await import("./EventoDialogo.tsx")).EventoDialogo }));

const ENVIO_POLL_MS = 2_000;

/**
 * The eventos that the company may register apart from the manifestação, and the newest request if
 * it is pending or failed.
 */
export function Eventos({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const [asking, setAsking] = useState(false);
  const ultimo = ultimoOf(nota);
  useQuery({ ...notaQuery(nota.id), refetchInterval: ultimo?.estado === "pendente" ? ENVIO_POLL_MS : false });
  useFim(nota);
  const cabe = nota.eventosPossiveis.some(({ impedimento }) => impedimento === null);
  const [primeiro] = nota.eventosPossiveis;
  return (
    <section aria-label={textos.titulo}>
      <h2 className="t-secao">{textos.titulo}</h2>
      <p className={classes.prazo}>{cabe ? textos.texto : (primeiro?.impedimento ?? textos.nenhum)}</p>
      {ultimo && <Ultimo ultimo={ultimo} zona={zona} />}
      {cabe && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {textos.enviar}
        </Button>
      )}
      {asking && (
        <Suspense>
          <EventoDialogo nota={nota} zona={zona} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Shows a toast when SEFAZ registers an evento that was pending while the page was open. */
function useFim({ eventosPedidos }: Nota): void {
  const [last] = eventosPedidos;
  const waiting = useRef<string | null>(null);
  useEffect(() => {
    if (last?.estado === "pendente") waiting.current = last.id;
    else if (last?.estado === "registrada" && waiting.current === last.id) {
      waiting.current = null;
      avisar(textos.registrado(last.descEvento));
    }
  }, [last]);
}

function Ultimo({
  ultimo,
  zona,
}: {
  ultimo: Nota["eventosPedidos"][number];
  zona: string;
}): React.JSX.Element {
  const { descEvento, estado, mensagem, quem, pedidaEm } = ultimo;
  if (estado === "pendente") {
    return (
      <p className={classes.enviando} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        <span>
          <b>{textos.enviando(descEvento)}</b>
          <span>{mensagem ?? textos.enviandoTexto}</span>
        </span>
      </p>
    );
  }
  return (
    <div className={classes.falhou} role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <p>
        <b>{estado === "recusada" ? textos.recusado(descEvento) : textos.falhou(descEvento)}</b>
        {mensagem && <span>{mensagem}</span>}
        <small>{quem && pedidaEm && textos.por(quem, formatDataHora(pedidaEm, zona))}</small>
      </p>
    </div>
  );
}
