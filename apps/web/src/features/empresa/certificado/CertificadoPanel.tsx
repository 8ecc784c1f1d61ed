import { Stack } from "@mantine/core";
import type { Certificado, Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { Alert } from "../../../ui/feedback/Alert.tsx";
import { CertificadoDetails } from "./CertificadoDetails.tsx";
import { formatDay } from "./certificado-state.ts";

/** The certificate that an accepted upload replaced. */
export type AcceptedUpload = { previous: Certificado | null };

/** Beside the upload: the current certificate, and a confirmation after an upload. */
export function CertificadoPanel(props: {
  empresa: Empresa;
  accepted: AcceptedUpload | null;
  timeZone: string;
}): React.JSX.Element {
  const { empresa, accepted, timeZone } = props;
  return (
    <Stack gap={12}>
      <h2 className="t-secao">{texts.lado}</h2>
      <div role="status">
        {accepted && (
          <Alert tone="feito">
            <b>{texts.recebido}</b> {resultTextOf(accepted, timeZone)}
          </Alert>
        )}
      </div>
      <CertificadoDetails empresa={empresa} timeZone={timeZone} />
    </Stack>
  );
}

function resultTextOf({ previous }: AcceptedUpload, timeZone: string): string {
  if (previous === null) return texts.primeiro;
  return texts.substituiu(previous.titular, formatDay(previous.validoAte, timeZone));
}
