import { Modal } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { hostReautenticacao } from "../../rpc/reautenticacao.ts";
import { geral } from "../../textos/geral.ts";
import { login } from "../../textos/login.ts";
import { beginQuestion } from "../../ui/open-questions.ts";

const ReautenticarForm = lazy(async () => ({
  default: (await import("../../features/auth/ReautenticarForm.tsx")).ReautenticarForm,
}));
/** Above drawers and confirmation dialogs, below toasts. */
const Z_INDEX = 400;

type Pedido = { responder: (provou: boolean) => void; close: () => void };

/** Asks the user to re-authenticate when a request requires it; closing the dialog cancels. */
export function Reautenticar(): React.JSX.Element {
  const [pedido, setPedido] = useState<Pedido | null>(null);
  useEffect(
    () =>
      hostReautenticacao(() => new Promise((responder) => setPedido({ responder, close: beginQuestion() }))),
    [],
  );
  const end = (provou: boolean): void => {
    pedido?.close();
    pedido?.responder(provou);
    setPedido(null);
  };
  return (
    <Modal
      opened={pedido !== null}
      onClose={() => end(false)}
      title={login.confirme.titulo}
      size={420}
      zIndex={Z_INDEX}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <Suspense fallback={null}>
        {pedido && <ReautenticarForm onPronto={() => end(true)} onCancelar={() => end(false)} />}
      </Suspense>
    </Modal>
  );
}
