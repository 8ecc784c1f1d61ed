import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { call } from "../../rpc/call/call.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type Conta, refreshConta } from "../../rpc/conta/account.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { Panel } from "./Panel.tsx";

const texts = accountTexts.seguranca;

/** Whether the conta requires a second factor for manifestações; saved on change. */
export function ManifestacaoPanel({ conta }: { conta: Conta }): React.JSX.Element {
  const [busy, setBusy] = useState(false);
  const isRequired = !conta.segundoFatorManifestacao;
  const change = async (): Promise<void> => {
    // Not disabled meanwhile: a disabled checkbox loses the focus.
    if (busy) return;
    setBusy(true);
    try {
      await call("Conta.setSegundoFatorManifestacao", { exigido: isRequired });
      await refreshConta();
      showToast(isRequired ? texts.exigida : texts.dispensada);
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
    setBusy(false);
  };
  return (
    <Panel title={texts.titulo}>
      <Checkbox
        label={texts.exige}
        description={texts.exigeTexto}
        checked={conta.segundoFatorManifestacao}
        onChange={() => void change()}
      />
    </Panel>
  );
}
