import { useParams } from "react-router-dom";
import { cleanChave } from "../features/publico/chave.ts";
import { DownloadForm } from "../features/publico/DownloadForm.tsx";
import { download as textos } from "../textos/publico.ts";
import { PublicPage } from "../ui/PublicPage.tsx";

/** Where anybody who has the key downloads a document. */
export function DownloadPage(): React.JSX.Element {
  const { chaveAcesso = "" } = useParams();
  return (
    <PublicPage titulo={textos.titulo} texto={textos.texto} pe={textos.pe}>
      <DownloadForm key={chaveAcesso} inicial={cleanChave(chaveAcesso)} />
    </PublicPage>
  );
}
