import { useState } from "react";
import type { Webhook } from "../../rpc/webhooks.ts";
import { webhook as textos } from "../../textos/webhook.ts";
import { closeAlterado, useAlterado } from "../../ui/abandonar.ts";
import { Gaveta } from "../../ui/Gaveta.tsx";
import { Assinatura } from "./Assinatura.tsx";
import { Entregas } from "./Entregas.tsx";
import { WebhookForm } from "./WebhookForm.tsx";

const PERGUNTA = { ...textos.abandonar, destrutiva: true };
const SEM_COPIAR = { ...textos.semCopiar, destrutiva: true };

/** What the drawer shows; `id: null` creates a webhook. */
export type Abertura = { modo: "editar" | "entregas"; id: string | null };

/** A webhook in a drawer beside the list: its log, its form and, once, a new secret. */
export function WebhookGaveta(props: {
  abertura: Abertura | null;
  webhook: Webhook | null;
  onAbrir: (abertura: Abertura) => void;
  onClose: () => void;
}): React.JSX.Element {
  const { abertura, webhook, onAbrir, onClose } = props;
  const [segredo, setSegredo] = useState<string | null>(null);
  const [copiado, setCopiado] = useState(false);
  const [dirty, setDirty] = useState(false);
  const pergunta = segredo !== null && !copiado ? SEM_COPIAR : dirty ? PERGUNTA : null;
  useAlterado(pergunta === SEM_COPIAR, SEM_COPIAR);
  const show = (novo: string | null): void => {
    setSegredo(novo);
    setCopiado(false);
    setDirty(false);
  };
  const close = (): void => {
    show(null);
    onClose();
  };
  const leave = async (then: () => void): Promise<void> => {
    const left = await closeAlterado(pergunta !== null, then, pergunta ?? PERGUNTA);
    if (left) setDirty(false);
  };
  const titulo =
    segredo !== null
      ? textos.segredo.titulo
      : abertura?.id === null
        ? textos.novo
        : (webhook?.descricao ?? textos.lista);
  return (
    <Gaveta
      titulo={titulo}
      aberta={abertura !== null}
      fechar={textos.fechar}
      largura={560}
      onClose={() => void leave(close)}
    >
      {segredo !== null && (
        <Assinatura segredo={segredo} onCopiado={() => setCopiado(true)} onPronto={() => show(null)} />
      )}
      {segredo === null && abertura?.modo === "editar" && (
        <WebhookForm
          guardado={webhook}
          onFeito={(feito) => {
            show(feito.segredo);
            onAbrir({ modo: "entregas", id: feito.webhook.id });
          }}
          onDirty={setDirty}
          onCancelar={() =>
            void leave(() => (webhook ? onAbrir({ modo: "entregas", id: webhook.id }) : close()))
          }
        />
      )}
      {segredo === null && abertura?.modo === "entregas" && webhook && (
        <Entregas
          webhook={webhook}
          onEditar={() => onAbrir({ modo: "editar", id: webhook.id })}
          onSegredo={show}
          onExcluido={close}
        />
      )}
    </Gaveta>
  );
}
