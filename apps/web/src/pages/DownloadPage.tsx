import { useParams } from "react-router-dom";
import { cleanChave } from "../features/publico/chave.ts";
import { DownloadForm } from "../features/publico/DownloadForm.tsx";
import { download as textos } from "../textos/publico.ts";
import { PublicPage } from "../ui/PublicPage.tsx";

/** The public download of a document by its access key. */
export function DownloadPage(): React.JSX.Element {
  const { chaveAcesso = "" } = useParams();
  return (
    <PublicPage titulo={textos.titulo} texto={textos.texto} pe={textos.pe}>
      <DownloadForm key={chaveAcesso} inicial={cleanChave(chaveAcesso)} />
    </PublicPage>
  );
}
