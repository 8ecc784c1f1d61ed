import { useState } from "react";
import type { Feito } from "../../rpc/api-token.ts";
import { api } from "../../textos/api.ts";
import { closeAlterado, useAlterado } from "../../ui/abandonar.ts";
import { Gaveta } from "../../ui/Gaveta.tsx";
import { avisar } from "../../ui/toast.tsx";
import type { Abertura } from "./ApiAba.tsx";
import { SegredoNovo } from "./SegredoNovo.tsx";
import { TokenForm } from "./TokenForm.tsx";
import { TokenGiro } from "./TokenGiro.tsx";

const textos = api.gaveta;
const PERGUNTA = { ...textos.abandonar, destrutiva: true };
const SEM_COPIAR = { ...textos.semCopiar, destrutiva: true };

/**
 * A token in a drawer beside the list: its settings, the rotation of its secret and, once, a new
 * secret.
 */
export function TokenGaveta(props: { abertura: Abertura | null; onClose: () => void }): React.JSX.Element {
  const { abertura, onClose } = props;
  const [dirty, setDirty] = useState(false);
  const [segredo, setSegredo] = useState<{ token: string; mensagem: string } | null>(null);
  const [copiado, setCopiado] = useState(false);
  const semCopiar = segredo !== null && !copiado;
  useAlterado(semCopiar, SEM_COPIAR);
  const close = (): void => {
    setDirty(false);
    setSegredo(null);
    setCopiado(false);
    onClose();
  };
  const leave = async (): Promise<void> => {
    if (segredo === null) await closeAlterado(dirty, close, PERGUNTA);
    else await closeAlterado(semCopiar, close, SEM_COPIAR);
  };
  const onFeito = ({ token, mensagem }: Feito): void => {
    setDirty(false);
    if (token !== null) {
      setSegredo({ token, mensagem });
      return;
    }
    avisar(mensagem);
    close();
  };
  return (
    <Gaveta
      titulo={segredo === null ? titleOf(abertura) : api.segredo.titulo}
      aberta={abertura !== null}
      fechar={textos.fechar}
      onClose={() => void leave()}
    >
      {segredo !== null && <SegredoNovo {...segredo} onCopiado={() => setCopiado(true)} onPronto={close} />}
      {segredo === null && abertura?.modo === "editar" && (
        <TokenForm
          guardado={abertura.token}
          onDirty={setDirty}
          onFeito={onFeito}
          onCancelar={() => void leave()}
        />
      )}
      {segredo === null && abertura?.modo === "girar" && abertura.token && (
        <TokenGiro
          token={abertura.token}
          onDirty={setDirty}
          onFeito={onFeito}
          onCancelar={() => void leave()}
        />
      )}
    </Gaveta>
  );
}

function titleOf(abertura: Abertura | null): string {
  if (abertura?.modo === "girar") return textos.girar;
  return abertura?.token ? textos.editar : textos.novo;
}
