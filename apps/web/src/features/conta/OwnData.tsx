import { Button, Group } from "@mantine/core";
import { Link, useNavigate } from "react-router-dom";
import { call } from "../../rpc/call/call.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import { saveFile } from "../../rpc/files/file-urls.ts";
import { dropSession } from "../../rpc/session/sign-out.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import { Panel } from "./Panel.tsx";
import { readOwnData } from "./read-own-data.ts";

const texts = accountTexts.dados;

/** What is stored about the user: a copy of it, and its erasure. @source LGPD, art. 18 */
export function OwnData({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const navigate = useNavigate();
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  const download = (): Promise<void> =>
    attempt(async () => {
      const text = JSON.stringify(await readOwnData(), null, 2);
      saveFile(new Blob([text], { type: "application/json" }), texts.arquivo);
    });
  const erase = async (): Promise<void> => {
    if (!(await askConfirmation({ ...texts.pergunta, destrutiva: true }))) return;
    await attempt(async () => {
      const { mensagem } = await call("Usuario.deleteMeusDados", { nomeUsuario: usuario.nomeUsuario });
      dropSession();
      void navigate("/home");
      showToast(mensagem ?? "");
    });
  };
  return (
    <Panel title={texts.titulo} text={usuario.proprietarioConta ? texts.proprietario : texts.texto}>
      <Group gap={12}>
        <Button variant="default" onClick={() => void download()}>
          {texts.baixar}
        </Button>
        {!usuario.proprietarioConta && (
          <Button variant="default" c="var(--bad-text)" onClick={() => void erase()}>
            {texts.apagar}
          </Button>
        )}
        <Link to="/privacidade" className="link">
          {texts.privacidade}
        </Link>
      </Group>
    </Panel>
  );
}
