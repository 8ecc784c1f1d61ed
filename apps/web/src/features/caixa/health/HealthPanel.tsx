import { formatInteger } from "@malote/syntax";
import { Text } from "@mantine/core";
import { translatedSentence } from "../../../languages/language.ts";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixaTexts, caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { general } from "../../../texts/app/general.ts";
import { SideFacts, SideSection } from "../../../ui/form/SideSection.tsx";
import { formatNearInstant, formatTimeAgo, formatTimeUntil } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { CaixaStatus } from "./CaixaStatus.tsx";
import { caixaStateOf, isFailing, silenceTextOf } from "./caixa-state.ts";

/** The health of a mailbox with its history: since when, how often, and the next collection. */
export function CaixaHealthPanel({ caixa, timeZone }: { caixa: Caixa; timeZone: string }): React.JSX.Element {
  const { saude: t } = caixaTexts;
  const now = useNow();
  const formatInstant = (instant: Date | null): string =>
    instant ? formatNearInstant(instant, now, timeZone) : general.nenhumValor;
  const rows: [string, string][] = [
    [
      t.linhas.ultima,
      caixa.ultimaColeta ? formatTimeAgo(caixa.ultimaColeta, now, timeZone) : texts.semColeta,
    ],
    [
      isFailing(caixa) ? t.linhas.tentativa : t.linhas.proxima,
      caixa.estado === "coletando"
        ? texts.coletandoAgora
        : caixa.proximaColeta
          ? formatTimeUntil(caixa.proximaColeta, now, timeZone)
          : general.nenhumValor,
    ],
    [t.linhas.hoje, formatInteger(caixa.emailsHoje)],
    [t.linhas.total, formatInteger(caixa.emailsTotal)],
    [t.linhas.ultimoEmail, formatInstant(caixa.ultimoEmailEm)],
  ];
  return (
    <SideSection title={t.titulo} action={<CaixaStatus state={caixaStateOf(caixa)} />}>
      {isFailing(caixa) && (
        <Text size="sm" c="var(--text)" fw={550}>
          {translatedSentence(caixa.ultimoErro ?? "")}
        </Text>
      )}
      {historyTextsOf(caixa, formatInstant, silenceTextOf(caixa, now, timeZone)).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <SideFacts rows={rows} isNumeric />
    </SideSection>
  );
}

/** The history of the mailbox, one sentence each. */
function historyTextsOf(
  caixa: Caixa,
  formatInstant: (instant: Date | null) => string,
  silenceText: string | null,
): string[] {
  const { saude: t } = caixaTexts;
  if (isFailing(caixa)) {
    const since = caixa.erroDesde ?? caixa.ultimoErroEm;
    const failureCount = Math.max(1, caixa.falhasSeguidas);
    return [
      ...(since ? [t.falhando(formatInstant(since), failureCount)] : []),
      caixa.ultimaColeta ? `${t.guardados} ${t.retoma(formatInstant(caixa.ultimaColeta))}` : t.guardados,
    ];
  }
  if (silenceText !== null) return [silenceText];
  return [caixa.ultimaColeta ? t.bem : t.primeira];
}
