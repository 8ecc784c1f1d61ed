"""Um ERP de uma página: busca no Malote o que há de novo, guarda cada XML e diz que o processou.

    MALOTE_URL=https://malote.example MALOTE_TOKEN=mal_… python3 erp.py PASTA

Só a biblioteca padrão, Python 3.8 ou mais novo. Pode ser morto em qualquer ponto e chamado de novo: o que já foi
guardado é reconhecido, e marcar o que já está marcado é sucesso.
"""
import base64
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

POR_PAGINA = 100
TENTATIVAS = 6
SEM_RESPOSTA_S = 60

URL = os.environ["MALOTE_URL"] + "/Services/rest/v1"
TOKEN = os.environ["MALOTE_TOKEN"]
PASTA = sys.argv[1] if len(sys.argv) > 1 else "notas"
ARQUIVO_DO_CURSOR = os.path.join(PASTA, "cursor.txt")


def enviar(caminho, corpo):
    """Estado 0: não houve resposta, ou ela não chegou inteira."""
    dados = None if corpo is None else json.dumps(corpo).encode()
    pedido = urllib.request.Request(URL + caminho, data=dados)
    pedido.add_header("Authorization", "Bearer " + TOKEN)
    pedido.add_header("Content-Type", "application/json")
    try:
        try:
            resposta = urllib.request.urlopen(pedido, timeout=SEM_RESPOSTA_S)
        except urllib.error.HTTPError as recusa:
            resposta = recusa
        with resposta:
            return resposta.status, resposta.headers.get("Retry-After"), resposta.read().decode()
    except (OSError, http.client.HTTPException) as erro:
        return 0, None, str(erro)


def ler_mensagem(texto):
    """O que o Malote diz do erro; quem está no meio do caminho pode responder outra coisa."""
    try:
        return json.loads(texto)["mensagem"]
    except (ValueError, KeyError, TypeError):
        return texto


def pedir(caminho, corpo=None):
    for tentativa in range(1, TENTATIVAS + 1):
        estado, espera, texto = enviar(caminho, corpo)
        if 200 <= estado < 300:
            return json.loads(texto)
        passageiro = estado == 0 or estado == 429 or estado >= 500
        if not passageiro or tentativa == TENTATIVAS:
            sys.exit(f"{estado}: {ler_mensagem(texto)}")
        time.sleep(float(espera or 2**tentativa))


def guardar(nome, conteudo):
    """O arquivo aparece inteiro ou não aparece."""
    with open(nome + ".novo", "wb") as arquivo:
        arquivo.write(conteudo)
    os.replace(nome + ".novo", nome)


def processar(nota):
    """Aqui o ERP lançaria o documento; este guarda o XML, uma vez por id."""
    nome = os.path.join(PASTA, f"{nota['chaveAcesso']}-{nota['id']}.xml")
    if os.path.exists(nome):
        return
    if nota.get("xml") is not None:
        guardar(nome, nota["xml"].encode())
    else:
        guardar(nome, base64.b64decode(nota["xmlBase64"]))


def main():
    os.makedirs(PASTA, exist_ok=True)
    cursor = "0"
    if os.path.exists(ARQUIVO_DO_CURSOR):
        with open(ARQUIVO_DO_CURSOR, encoding="ascii") as arquivo:
            cursor = arquivo.read()
    mais = True
    while mais:
        pagina = pedir(f"/notas?cursor={cursor}&limit={POR_PAGINA}&incluir=xml")
        for nota in pagina["itens"]:
            processar(nota)
        if pagina["itens"]:
            itens = [{"id": nota["id"], "valor": True} for nota in pagina["itens"]]
            for marca in pedir("/notas/lote/processado", {"itens": itens})["itens"]:
                if not marca["sucesso"]:
                    print(f"{marca['id']}: {marca['mensagem']}", file=sys.stderr)
        # Só depois de guardado e marcado: quem cai antes disto lê a mesma página outra vez.
        cursor = pagina["page"]["next"]
        guardar(ARQUIVO_DO_CURSOR, cursor.encode("ascii"))
        print(f"{len(pagina['itens'])} documentos", flush=True)
        mais = pagina["page"]["hasMore"]


main()
