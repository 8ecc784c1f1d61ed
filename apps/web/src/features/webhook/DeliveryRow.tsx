import { formatDateTime } from "@malote/syntax";
import { IconCircleCheck, IconCircleDashed, IconCircleX, type TablerIcon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type Delivery, deliveryQuery, resendDelivery } from "../../rpc/conta/webhooks.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { general } from "../../texts/app/general.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { PlainButton } from "../../ui/form/PlainButton.tsx";
import classes from "./Webhook.module.css";

const { registro } = texts;
const STATE_ICONS: Readonly<Record<Delivery["estado"], TablerIcon>> = {
  entregue: IconCircleCheck,
  pendente: IconCircleDashed,
  falhou: IconCircleX,
};

/** One delivery; expanded, it shows the request and the response. */
export function DeliveryRow({
  delivery,
  webhookAtivo,
}: {
  delivery: Delivery;
  webhookAtivo: boolean;
}): React.JSX.Element {
  const [opened, setOpened] = useState(false);
  const timeZone = useTimeZone();
  const { estado, tipo, status, ms, erro, tentativas, criadoEm, proximaEm } = delivery;
  const Icon = STATE_ICONS[estado];
  return (
    <li className={classes.entrega} data-estado={estado}>
      <button
        type="button"
        className={classes.resumo}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <span className={classes.estado} data-estado={estado}>
          <Icon size={16} stroke={1.8} aria-hidden="true" />
          {texts.estados[estado]}
        </span>
        <span className={classes.tipo}>{texts.tipoDe(tipo)}</span>
        <span className={classes.quando}>{criadoEm && formatDateTime(criadoEm, timeZone)}</span>
        <span className={classes.numeros}>
          {[
            status === null ? null : `HTTP ${status}`,
            ms === null ? null : `${ms} ms`,
            tentativas > 0 ? registro.tentativas(tentativas) : null,
            estado === "pendente" && tentativas > 0 && proximaEm
              ? registro.proxima(formatDateTime(proximaEm, timeZone))
              : null,
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
        {erro && <span className={classes.erro}>{erro}</span>}
      </button>
      {opened && <DeliveryDetail delivery={delivery} webhookAtivo={webhookAtivo} />}
    </li>
  );
}

function DeliveryDetail({
  delivery,
  webhookAtivo,
}: {
  delivery: Delivery;
  webhookAtivo: boolean;
}): React.JSX.Element | null {
  const query = useQuery(deliveryQuery(delivery.id));
  const resend = async (): Promise<void> => {
    try {
      await resendDelivery(delivery.id);
      showToast(registro.reenviada);
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  if (query.isPending) {
    return <div role="status" aria-label={general.carregando} className={classes.esqueleto} />;
  }
  if (query.data === undefined) {
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  }
  const { corpo: body, resposta } = query.data;
  return (
    <div className={classes.detalhe}>
      <CodeBlock label={registro.enviado} text={indent(body)} />
      {resposta ? (
        <CodeBlock label={registro.respondido} text={resposta} />
      ) : (
        <p className={classes.segunda}>{delivery.status === null ? registro.semResposta : registro.vazia}</p>
      )}
      {delivery.tipo !== "teste" && delivery.estado !== "pendente" && webhookAtivo && (
        <div>
          <PlainButton onClick={() => void resend()}>{registro.reenviar}</PlainButton>
        </div>
      )}
    </div>
  );
}

function CodeBlock({ label, text }: { label: string; text: string }): React.JSX.Element {
  return (
    <div className={classes.bloco}>
      <p className="campo-rotulo">{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
      <pre className={classes.codigo} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
