import { useState } from "react";
import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { type Conta, refreshConta } from "../../rpc/minha-conta.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { Marcavel } from "../../ui/Marcavel.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { Painel } from "./Painel.tsx";

const textos = minhaConta.seguranca;

/** Whether the conta requires a second factor for manifestações; saved on change. */
export function ManifestacaoPainel({ conta }: { conta: Conta }): React.JSX.Element {
  const [indo, setIndo] = useState(false);
  const exigido = !conta.segundoFatorManifestacao;
  const change = async (): Promise<void> => {
    // Not disabled meanwhile: a disabled checkbox loses the focus.
    if (indo) return;
    setIndo(true);
    try {
      await call("Conta.setSegundoFatorManifestacao", { exigido });
      await refreshConta();
      avisar(exigido ? textos.exigida : textos.dispensada);
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
    setIndo(false);
  };
  return (
    <Painel titulo={textos.titulo}>
      <Marcavel
        titulo={textos.exige}
        texto={textos.exigeTexto}
        marcado={conta.segundoFatorManifestacao}
        onChange={() => void change()}
      />
    </Painel>
  );
}
