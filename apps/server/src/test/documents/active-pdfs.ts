import { emptyPage, type PdfObjects, packedPdf, pdfFile, pdfStream, updatedPdf } from './pdf-files.ts';
import { rewrittenPdf } from './qpdf-rewrite.ts';

/** PDF files with scripts, actions, links to other files or embedded files: each kind of active content, and each way to hide it. */

type Way = (content: { catalog?: string; page?: string }, objects?: PdfObjects) => PdfObjects;
const document: Way = (content, objects = {}) => ({ ...emptyPage(content), ...objects });
const annotation = (content: string, objects: PdfObjects = {}): PdfObjects =>
  document({ page: '/Annots [4 0 R]' }, { 4: `<< /Type /Annot /Rect [10 10 90 30] ${content} >>`, ...objects });
const embedded = { 6: '<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>', 7: pdfStream('/Type /EmbeddedFile', 'MZ') } as const;
const plainFile = { 6: '<< /F (a.exe) /EF << /F 7 0 R >> >>', 7: pdfStream('', 'MZ') } as const;

/** Each file has one kind of active content. */
export const WAYS_TO_ACT: Readonly<Record<string, PdfObjects>> = {
  'a script on opening': document({ catalog: '/OpenAction 4 0 R' }, { 4: '<< /S /JavaScript /JS (app.alert(1)) >>' }),
  'a script on opening, without reference': document({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
  'a script that is a stream': document({ catalog: '/OpenAction << /S /JavaScript /JS 4 0 R >>' }, { 4: pdfStream('', 'app.alert(1)') }),
  'a script of the document': document(
    { catalog: '/Names << /JavaScript 4 0 R >>' },
    { 4: '<< /Names [(a) << /S /JavaScript /JS (x) >>] >>' },
  ),
  'a script whose kind is a reference': document({ catalog: '/OpenAction 4 0 R' }, { 4: '<< /S 5 0 R >>', 5: '/JavaScript' }),
  'a script behind a harmless step': document(
    { catalog: '/OpenAction 4 0 R' },
    { 4: '<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>', 5: '<< /S /JavaScript >>' },
  ),
  'a link that runs a script': annotation('/Subtype /Link /A << /S /JavaScript /JS (x) >>'),
  'a bookmark that runs a script': document(
    { catalog: '/Outlines 4 0 R' },
    { 4: '<< /First 5 0 R /Last 5 0 R /Count 1 >>', 5: '<< /Title (a) /Parent 4 0 R /A << /S /JavaScript /JS (x) >> >>' },
  ),
  'an address on opening': document({ catalog: '/OpenAction << /S /URI /URI (https://example.com) >>' }),
  'an address behind a step on opening': document({
    catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://example.com) >> >>',
  }),
  'another file on opening': document({ catalog: '/OpenAction << /S /GoToR /F (\\\\\\\\example.com\\\\a) /D [0 /Fit] >>' }),
  'printing on opening': document({ catalog: '/OpenAction << /S /Named /N /Print >>' }),
  'an action when the document closes': document({ catalog: '/AA << /WC << /S /URI /URI (https://example.com) >> >>' }),
  'an action when the page is shown': document({ page: '/AA << /O << /S /GoTo /D [3 0 R /Fit] >> >>' }),
  'an action when an annotation is shown': annotation('/Subtype /Link /AA 5 0 R', { 5: '<< /PV << /S /Hide /T (a) >> >>' }),
  'a program to start': annotation('/Subtype /Link /A << /S /Launch /F (cmd.exe) >>'),
  'a link into another file': annotation('/Subtype /Link /A << /S /GoToR /F (b.pdf) /D [0 /Fit] >>'),
  'a link into an embedded file': annotation('/Subtype /Link /A << /S /GoToE /T << /R /C /N (a) >> >>'),
  'a link to a file of this machine': annotation('/Subtype /Link /A << /S /URI /URI (file:///etc/passwd) >>'),
  'a link to a shared folder': annotation('/Subtype /Link /A << /S /URI /URI (//example.com/a) >>'),
  'a link that is a script': annotation('/Subtype /Link /A << /S /URI /URI (javascript:alert\\(1\\)) >>'),
  'a base of addresses on this machine': document({ catalog: '/URI << /Base (file:///) >>' }),
  'a form that sends': annotation('/Subtype /Widget /FT /Btn /T (a) /A << /S /SubmitForm /F (https://example.com) >>'),
  'a form that reads a file': annotation('/Subtype /Widget /FT /Btn /T (a) /A << /S /ImportData /F (a.fdf) >>'),
  'a form that computes': document(
    { catalog: '/AcroForm << /Fields [4 0 R] /CO [4 0 R] >>' },
    { 4: '<< /FT /Tx /T (a) /AA << /C << /S /JavaScript /JS (x) >> >> >>' },
  ),
  'a form of the old kind': document({ catalog: '/AcroForm << /Fields [] /XFA 4 0 R >>' }, { 4: pdfStream('', '<xdp/>') }),
  'a film': annotation('/Subtype /Movie /Movie << /F (a.avi) >>'),
  'a film that starts by a link': annotation('/Subtype /Link /A << /S /Movie /T (a) >>'),
  'a sound': annotation('/Subtype /Sound /Sound 5 0 R', { 5: pdfStream('/R 8000', 'x') }),
  'a sound that starts by a link': annotation('/Subtype /Link /A << /S /Sound >>'),
  'a screen with a film': annotation('/Subtype /Screen /A << /S /Rendition /OP 0 >>'),
  'rich media': annotation('/Subtype /RichMedia /RichMediaContent << >>'),
  'rich media that start by a link': annotation('/Subtype /Link /A << /S /RichMediaExecute /CMD << /C (play) >> >>'),
  'a body in three dimensions': annotation('/Subtype /3D /3DD 5 0 R', { 5: pdfStream('/Type /3D /Subtype /U3D', 'x') }),
  'a view of a body': annotation('/Subtype /Link /A << /S /GoTo3DView /V /F >>'),
  'an embedded file': document({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>' }, embedded),
  'an embedded file without its names': document({ catalog: '/AF [6 0 R]' }, plainFile),
  'a file attached to a page': annotation('/Subtype /FileAttachment /FS 6 0 R', embedded),
  'a picture that lies in another file': document({ page: '/Contents 4 0 R' }, { 4: pdfStream('/F (https://example.com/a)', '') }),
  'a page of another file': document(
    { page: '/Resources << /XObject << /A 4 0 R >> >>' },
    { 4: pdfStream('/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Ref << /F (b.pdf) /Page 0 >>', '') },
  ),
  'a program for printers': document(
    { page: '/Resources << /XObject << /A 4 0 R >> >>' },
    { 4: pdfStream('/Type /XObject /Subtype /PS', 'x') },
  ),
  'a presentation with actions': document({ page: '/PresSteps << /NA << /S /URI /URI (https://example.com) >> >>' }),
  'an action of a kind that nobody knows': annotation('/Subtype /Link /A << /S /Unheard >>'),
};

/** What hides. */
export const HIDDEN: Readonly<Record<string, string>> = {
  'a script': '<< /Type /Action /S /JavaScript /JS (app.alert(1)) >>',
  'a program to start': '<< /Type /Action /S /Launch /F (cmd.exe) >>',
  'an embedded file': '<< /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>',
  'an address on opening': '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /URI /URI (https://example.com) >> >>',
};

const packed = (content: string): PdfObjects => ({ ...emptyPage(), 4: content });
/** `/J#61vaScript`: every second letter of each name. */
const escaped = (content: string): string =>
  content.replace(
    /\/([A-Za-z]+)/g,
    (_, name: string) =>
      `/${[...name].map((letter, index) => (index % 2 === 1 ? `#${letter.charCodeAt(0).toString(16)}` : letter)).join('')}`,
  );
const commented = (content: string): string => content.replace(/ (?=\/)/g, '%>> endobj stream\r').replace('<<', '<<%\n');
const long = `/Padding [${'(padding) '.repeat(1200)}]`;

/** Each writes an undamaged file that contains the object. */
export const WAYS_TO_HIDE: Readonly<Record<string, (content: string) => Buffer | Promise<Buffer>>> = {
  'in the open': (content) => pdfFile(packed(content)),
  'in an object stream': (content) => packedPdf(packed(content)),
  'in an object stream with "obj" in its dictionary': (content) => packedPdf(packed(content), { dictionary: '/Note (obj)' }),
  'in an object stream behind "stream" and a line end': (content) => packedPdf(packed(content), { keyword: 'stream\r\n' }),
  'in an object stream with a long dictionary': (content) => packedPdf(packed(content), { dictionary: long }),
  'behind escaped names': (content) => pdfFile(packed(escaped(content))),
  'behind escaped names in an object stream': (content) => packedPdf(packed(escaped(content))),
  'behind comments': (content) => pdfFile(packed(commented(content))),
  'behind carriage returns': (content) => pdfFile(packed(content.replaceAll(' ', '\r')), { eol: '\r' }),
  'without blanks': (content) => pdfFile(packed(content.replace(/ (?=[/<>(])/g, ''))),
  'in a long dictionary': (content) => pdfFile(packed(content.replace('<<', `<< ${long}`))),
  'under arrays in arrays': (content) => pdfFile(packed(`${'['.repeat(20)}${content}${']'.repeat(20)}`)),
  'encrypted (AES-256)': (content) => rewrittenPdf(pdfFile(rooted(content)), '--encrypt', '', 'owner', '256', '--'),
  'encrypted (RC4) in an object stream': (content) =>
    rewrittenPdf(
      pdfFile(rooted(content)),
      '--allow-weak-crypto',
      '--object-streams=generate',
      '--encrypt',
      '',
      'owner',
      '128',
      '--use-aes=n',
      '--',
    ),
  'in a file for the web': (content) => rewrittenPdf(pdfFile(rooted(content)), '--linearize', '--object-streams=generate'),
  'in a later revision': (content) => updatedPdf(pdfFile(emptyPage()), { 8: content }),
  'in a later revision of a packed file': (content) => updatedPdf(packedPdf(emptyPage()), { 8: content }),
  'in an earlier revision': (content) => updatedPdf(pdfFile(packed(content)), { 4: 'null' }),
  'in an earlier revision of a packed file': (content) => updatedPdf(packedPdf(packed(content)), { 4: 'null' }),
  'in a trailer': (content) => pdfFile(emptyPage(), { trailer: `/Note ${content}` }),
  'in the trailer of an earlier revision': (content) =>
    updatedPdf(pdfFile({ ...emptyPage(), 4: '1' }, { trailer: `/Note ${content}` }), { 4: 'null' }),
  'in a stream, with a table that points there': inStream,
};

/** Each writes a damaged file: only readers that repair a file find the object. */
export const WAYS_TO_HIDE_IN_DAMAGE: typeof WAYS_TO_HIDE = {
  'in an object stream behind "stream" and a carriage return': (content) => packedPdf(packed(content), { keyword: 'stream\r' }),
  'in an object stream behind "stream" and a space': (content) => packedPdf(packed(content), { keyword: 'stream \n' }),
  'in an object stream without a table that has it': (content) => packedPdf(emptyPage(), { hidden: { 9: content } }),
  'in a trailer that no table has': (content) => pdfFile(emptyPage(), { before: `trailer << /Root ${content} >>\n` }),
  'in an object that no table has': (content) => pdfFile(emptyPage(), { hidden: { 4: content } }),
  'in an object that is free': (content) => pdfFile(emptyPage(), { freed: { 4: content } }),
  'in a stream': (content) => pdfFile({ ...emptyPage(), 4: pdfStream('', `x\n5 0 obj\n${content}\nendobj\n`) }),
  'in the first of two keys': (content) => pdfFile({ ...emptyPage(), 4: `<< /Note ${content} /Note null >>` }),
  'behind a wrong length': (content) =>
    pdfFile({ ...emptyPage(), 4: `<< /Length 3 >> stream\nabc endstream\nendobj\n5 0 obj\n${content}\nendobj\nendstream` }),
  'in a file whose table is lost': (content) =>
    Buffer.from(
      pdfFile(packed(content))
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    ),
  'in a file behind a file': (content) => Buffer.concat([pdfFile(emptyPage()), pdfFile(packed(content))]),
};

/** Objects with `content` referenced from the catalog: programs that rewrite a file leave out unreferenced objects. */
const rooted = (content: string): PdfObjects => ({ ...emptyPage({ catalog: '/Note 4 0 R' }), 4: content });

function inStream(content: string): Buffer {
  const file = pdfFile({ ...emptyPage(), 4: pdfStream('', `x\n5 0 obj\n${content}\nendobj\n`) });
  const earlier = file.toString('latin1');
  const table = earlier.lastIndexOf('xref\n0 1');
  const place = String(earlier.indexOf('5 0 obj')).padStart(10, '0');
  return Buffer.from(
    `${file.toString('latin1', 0, table)}${earlier.slice(table).replace('trailer', `5 1\n${place} 00000 n \ntrailer`).replace('/Size 5', '/Size 6')}`,
    'latin1',
  );
}
