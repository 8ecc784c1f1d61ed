import { formatInteger } from "@malote/syntax";
import { Stack } from "@mantine/core";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { AlertStrip } from "../../../ui/feedback/AlertStrip.tsx";
import { STATE_ICONS } from "../certificado/CertificadoStatus.tsx";
import { formatDay } from "../certificado/certificado-state.ts";
import { type PendingItem, pendingItemsOf } from "./empresas-summary.ts";

/** Width of a state in pixels, where there is room. */
const CELL_WIDTH = 440;

/**
 * Certificates that need action, by state, each linked to the most urgent company; nothing when
 * there are none.
 */
export function PendingStrip(props: {
  empresas: readonly Empresa[];
  timeZone: string;
}): React.JSX.Element | null {
  const { empresas, timeZone } = props;
  const alerts = pendingItemsOf(empresas).map((item) => alertOf(item, timeZone));
  if (alerts.length === 0) return null;
  return (
    <Stack component="section" gap={8} p="8px var(--h-gutter) 20px" aria-labelledby="precisa">
      <h2 id="precisa" className="t-secao">
        {texts.precisa.titulo}
      </h2>
      <div style={{ maxWidth: alerts.length * CELL_WIDTH }}>
        <AlertStrip alerts={alerts} />
      </div>
    </Stack>
  );
}

function alertOf({ state, empresas: [first, ...others] }: PendingItem, timeZone: string) {
  return {
    key: state,
    icon: STATE_ICONS[state],
    total: formatInteger(others.length + 1),
    title: texts.precisa[state](others.length + 1),
    text: reasonOf(state, first, others.length, timeZone),
    to: `/cert/${first.id}`,
  };
}

/** The company and its relevant date; of several companies, the most urgent one. */
function reasonOf(
  state: PendingItem["state"],
  { nome, certificado }: Empresa,
  otherCount: number,
  timeZone: string,
): string {
  const { porque, eMais } = texts.precisa;
  const reason = certificado
    ? porque[state](
        nome,
        formatDay(state === "futuro" ? certificado.validoDe : certificado.validoAte, timeZone),
      )
    : nome;
  return otherCount === 0 ? reason : eMais(reason, otherCount);
}
