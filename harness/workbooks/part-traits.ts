import { type Draft, shared, style, type Trait } from './fleet-workbook.ts';

// What a workbook has besides the cells of a sheet.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const types = 'application/vnd.openxmlformats-officedocument';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const anchor = (inner: string) =>
  `<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main"><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>15</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>5</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>25</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>${inner}<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;

function addDrawing(draft: Draft, inner: string, relation: string): void {
  draft.after += '<drawing r:id="rIdDrawing"/>';
  draft.relations.push({ id: 'rIdDrawing', type: 'drawing', target: '../drawings/drawing1.xml' });
  draft.contentTypes.push({ part: '/xl/drawings/drawing1.xml', type: `${types}.drawing+xml` });
  draft.parts.push(
    { name: 'xl/drawings/drawing1.xml', content: anchor(inner) },
    {
      name: 'xl/drawings/_rels/drawing1.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`,
    },
  );
}

const otherSheet = (draft: Draft, name: string, state = '') => {
  const { xml } = shared(draft, 'A1', `On ${name}`, style.header);
  draft.otherSheets.push({
    name,
    state,
    xml: `<sheetData><row r="1">${xml}<c r="B1" s="${style.price}"><v>1.5</v></c></row></sheetData>`,
  });
};

/** In the order in which a sheet must have them after its rows. */
export const partTraits: Record<string, Trait> = {
  'a protected sheet': (draft) => {
    draft.after +=
      '<sheetProtection algorithmName="SHA-512" hashValue="AAAA" saltValue="AAAA" spinCount="100000" sheet="1" objects="1" scenarios="1"/>';
  },
  'a filter and hidden rows': (draft) => {
    draft.after +=
      '<autoFilter ref="A1:G13"><filterColumn colId="1"><filters><filter val="Dell"/></filters></filterColumn></autoFilter>';
    draft.workbookAfter +=
      '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Devices!$A$1:$G$13</definedName></definedNames>';
    for (const row of draft.rows.slice(3, 6)) row.attributes += ' hidden="1"';
  },
  'merged cells': (draft) => {
    draft.after += '<mergeCells count="2"><mergeCell ref="H2:I3"/><mergeCell ref="G4:G5"/></mergeCells>';
  },
  'conditional formats': (draft) => {
    draft.dxfs =
      '<dxfs count="1"><dxf><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill></dxf></dxfs>';
    draft.after +=
      '<conditionalFormatting sqref="D2:D13"><cfRule type="cellIs" dxfId="0" priority="1" operator="lessThan"><formula>TODAY()</formula></cfRule></conditionalFormatting>';
  },
  validations: (draft) => {
    draft.after +=
      '<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="B2:B13"><formula1>"Dell,HP,Lenovo"</formula1></dataValidation></dataValidations>';
  },
  'links to other places': (draft) => {
    draft.after += '<hyperlinks><hyperlink ref="G2" r:id="rIdLink" tooltip="x"/></hyperlinks>';
    const target = 'https://example.com/?a=1&amp;b=2';
    draft.relations.push({ id: 'rIdLink', type: 'hyperlink', target, external: true });
  },
  'print settings': (draft) => {
    draft.after +=
      '<printOptions gridLines="1"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>&amp;CDevices</oddHeader></headerFooter><rowBreaks count="1" manualBreakCount="1"><brk id="6" max="16383" man="1"/></rowBreaks>';
    draft.workbookAfter +=
      '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Devices!$A$1:$G$13</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">Devices!$1:$1</definedName></definedNames>';
  },
  'a chart': (draft) => {
    addDrawing(
      draft,
      `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${drawing}/chart"><c:chart xmlns:c="${drawing}/chart" xmlns:r="${office}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`,
      `<Relationship Id="rId1" Type="${office}/chart" Target="../charts/chart1.xml"/>`,
    );
    draft.contentTypes.push({ part: '/xl/charts/chart1.xml', type: `${types}.drawingml.chart+xml` });
    draft.parts.push({
      name: 'xl/charts/chart1.xml',
      content: `<c:chartSpace xmlns:c="${drawing}/chart" xmlns:a="${drawing}/main"><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>Devices!$F$2:$F$13</c:f></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
    });
  },
  'a picture': (draft) => {
    addDrawing(
      draft,
      `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${office}" r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>`,
      `<Relationship Id="rId1" Type="${office}/image" Target="../media/image1.png"/>`,
    );
    draft.parts.push({ name: 'xl/media/image1.png', content: png, stored: true });
  },
  comments: (draft) => {
    draft.after += '<legacyDrawing r:id="rIdVml"/>';
    draft.relations.push(
      { id: 'rIdVml', type: 'vmlDrawing', target: '../drawings/vmlDrawing1.vml' },
      { id: 'rIdComments', type: 'comments', target: '../comments1.xml' },
    );
    draft.contentTypes.push({ part: '/xl/comments1.xml', type: `${types}.spreadsheetml.comments+xml` });
    draft.parts.push(
      {
        name: 'xl/comments1.xml',
        content: `<comments xmlns="${main}"><authors><author>Someone</author></authors><commentList><comment ref="D3" authorId="0"><text><t>ask the vendor</t></text></comment></commentList></comments>`,
      },
      {
        name: 'xl/drawings/vmlDrawing1.vml',
        content:
          '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"/><v:shape id="_x0000_s1025" type="#_x0000_t202" style="position:absolute;visibility:hidden"><x:ClientData ObjectType="Note"><x:Row>2</x:Row><x:Column>3</x:Column></x:ClientData></v:shape></xml>',
      },
    );
  },
  'a table': (draft) => {
    draft.after += '<tableParts count="1"><tablePart r:id="rIdTable"/></tableParts>';
    draft.relations.push({ id: 'rIdTable', type: 'table', target: '../tables/table1.xml' });
    draft.contentTypes.push({ part: '/xl/tables/table1.xml', type: `${types}.spreadsheetml.table+xml` });
    const columns = ['Serial', 'Manufacturer', 'Model', 'End', 'Bought', 'Price', 'Notes'].map(
      (name, index) => `<tableColumn id="${index + 1}" name="${name}"/>`,
    );
    draft.parts.push({
      name: 'xl/tables/table1.xml',
      content: `<table xmlns="${main}" id="1" name="Table1" displayName="Table1" ref="A1:G13" totalsRowShown="0"><autoFilter ref="A1:G13"/><tableColumns count="7">${columns.join('')}</tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>`,
    });
  },
  'extensions of newer versions': (draft) => {
    draft.after +=
      '<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:cfRule type="dataBar" id="{A}"><x14:dataBar><x14:cfvo type="min"/></x14:dataBar></x14:cfRule><xm:sqref>F2:F13</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>';
  },
  'three sheets': (draft) => {
    otherSheet(draft, 'Prices');
    otherSheet(draft, 'R&D "old"');
  },
  'hidden sheets': (draft) => {
    otherSheet(draft, 'Hidden', ' state="hidden"');
    otherSheet(draft, 'Very hidden', ' state="veryHidden"');
  },
  'a pivot table': (draft) => {
    otherSheet(draft, 'Pivot');
    draft.workbookAfter += '<pivotCaches><pivotCache cacheId="1" r:id="rIdCache"/></pivotCaches>';
    const target = 'pivotCache/pivotCacheDefinition1.xml';
    draft.workbookRelations.push({ id: 'rIdCache', type: 'pivotCacheDefinition', target });
    draft.contentTypes.push({
      part: `/xl/${target}`,
      type: `${types}.spreadsheetml.pivotCacheDefinition+xml`,
    });
    draft.parts.push({
      name: `xl/${target}`,
      content: `<pivotCacheDefinition xmlns="${main}" saveData="0" refreshOnLoad="1" recordCount="0"><cacheSource type="worksheet"><worksheetSource ref="A1:G13" sheet="Devices"/></cacheSource><cacheFields count="1"><cacheField name="Serial" numFmtId="0"><sharedItems/></cacheField></cacheFields></pivotCacheDefinition>`,
    });
  },
  'names and a chain of calculation': (draft) => {
    draft.workbookAfter +=
      '<definedNames><definedName name="Devices">Devices!$A$2:$A$13</definedName></definedNames><calcPr calcId="191029"/>';
  },
  'frozen panes and a tab color': (draft) => {
    draft.before +=
      '<sheetViews><sheetView tabSelected="1" zoomScale="85" workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/><selection pane="bottomRight" activeCell="D4" sqref="D4"/></sheetView></sheetViews>';
    draft.workbookBefore += '<bookViews><workbookView xWindow="0" yWindow="0"/></bookViews>';
  },
  'grouped rows': (draft) => {
    for (const row of draft.rows.slice(4, 8)) row.attributes += ' outlineLevel="1" hidden="1"';
  },
  'properties and parts of other programs': (draft) => {
    draft.rootRelations.push({ id: 'rIdCore', type: 'extended-properties', target: 'docProps/app.xml' });
    draft.contentTypes.push({ part: '/docProps/app.xml', type: `${types}.extended-properties+xml` });
    draft.parts.push(
      {
        name: 'docProps/app.xml',
        content: `<Properties xmlns="${office.replace('relationships', 'extended-properties')}"><Application>Microsoft Excel</Application></Properties>`,
      },
      { name: 'customXml/item1.xml', content: '<anything xmlns="urn:x">\r\n</anything>' },
    );
  },
};

/** How the archive and its styles are written. */
export const archiveTraits: Record<string, Trait> = {
  'entries that are not compressed': (draft) =>
    void draft.entries.push((entries) => entries.map((entry) => ({ ...entry, stored: true }))),
  'sizes after the data': (draft) =>
    void draft.entries.push((entries) => entries.map((entry) => ({ ...entry, described: true }))),
  'entries in another order, with folders': (draft) =>
    void draft.entries.push((entries) => [
      { name: 'xl/', content: '', stored: true },
      ...entries.toReversed(),
    ]),
  'styles without number formats of its own': (draft) => {
    draft.numFmts = '';
    draft.xfs = draft.xfs.map((xf) =>
      xf.replace('numFmtId="164"', 'numFmtId="4"').replace('numFmtId="165"', 'numFmtId="15"'),
    );
  },
  'styles with a prefix': (draft) =>
    void draft.stylesText.push((xml) =>
      xml.replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1s:').replace('xmlns="', 'xmlns:s="'),
    ),
  'styles without counts, on many lines': (draft) =>
    void draft.stylesText.push((xml) => xml.replaceAll(/ count="\d+"/g, '').replaceAll('><', '>\r\n  <')),
  'many styles': (draft) => {
    for (let index = 0; index < 500; index += 1)
      draft.xfs.push(`<xf numFmtId="0" fontId="${index % 2}" fillId="0" borderId="0" xfId="0"/>`);
  },
};
