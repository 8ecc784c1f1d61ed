import { useState } from "react";
import { explainFalha } from "../../rpc/falhas.ts";
import {
  deleteWebhook,
  type EntregaDetalhe,
  rotateSegredo,
  saveWebhook,
  testWebhook,
  type Webhook,
} from "../../rpc/webhooks.ts";
import { webhook as textos } from "../../textos/webhook.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Botao } from "../../ui/Botao.tsx";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./webhook.module.css";

/** The actions of a webhook, and the result of the last test. */
export function Acoes(props: {
  webhook: Webhook;
  onEditar: () => void;
  onSegredo: (segredo: string) => void;
  onExcluido: () => void;
}): React.JSX.Element {
  const { webhook, onEditar, onSegredo, onExcluido } = props;
  const { id, url, descricao, tipos, empresas, ativo } = webhook;
  const [busy, setBusy] = useState(false);
  const [teste, setTeste] = useState<EntregaDetalhe | null>(null);
  const act = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      avisarFalha(explainFalha(error));
    } finally {
      setBusy(false);
    }
  };
  const test = act(async () => {
    setTeste(null);
    setTeste(await testWebhook(id));
  });
  const turn = act(async () => {
    await saveWebhook({ id, url, descricao, tipos, empresas, ativo: !ativo });
    avisar(textos.salvo);
  });
  const rotate = act(async () => {
    if (await confirmar(textos.girarPergunta)) onSegredo(await rotateSegredo(id));
  });
  const remove = act(async () => {
    if (!(await confirmar({ ...textos.excluirPergunta(descricao), destrutiva: true }))) return;
    await deleteWebhook(id);
    avisar(textos.excluido);
    onExcluido();
  });
  return (
    <>
      <div className={classes.acoes}>
        <Botao variante="cheia" disabled={busy} onClick={() => void test()}>
          {textos.testar}
        </Botao>
        <Botao disabled={busy} onClick={() => void turn()}>
          {ativo ? textos.desativar : textos.ativar}
        </Botao>
        <Botao disabled={busy} onClick={onEditar}>
          {textos.editar}
        </Botao>
        <Botao disabled={busy} onClick={() => void rotate()}>
          {textos.girar}
        </Botao>
        <Botao variante="perigo" disabled={busy} onClick={() => void remove()}>
          {textos.excluir}
        </Botao>
      </div>
      {teste !== null && (
        <Alerta tom={teste.estado === "entregue" ? "feito" : "recusa"}>
          {teste.erro ?? textos.testeFeito(teste.status, teste.ms)}
        </Alerta>
      )}
    </>
  );
}
