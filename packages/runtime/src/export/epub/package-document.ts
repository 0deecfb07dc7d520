/** The package document of a story, an EJS template for the EPUB library: its own one reserves all rights and writes invalid dates. */
export const packageDocument = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="BookId" xml:lang="<%= lang %>">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="BookId"><%= uuid %></dc:identifier>
    <dc:title><%= title %></dc:title>
    <dc:language><%= lang %></dc:language>
    <dc:date><%= date.slice(0, 10) %></dc:date>
    <meta property="dcterms:modified"><%= date.slice(0, 19) %>Z</meta>
  </metadata>
  <manifest>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="toc" href="toc.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="css" href="style.css" media-type="text/css"/>
    <% images.forEach(({ id, extension, mediaType }, index) => { %>
    <item id="image_<%= index %>" href="images/<%= id %>.<%= extension %>" media-type="<%= mediaType %>"/><% }) %>
    <% content.forEach(({ id, href }, index) => { %>
    <item id="content_<%= index %>_<%= id %>" href="<%= href %>" media-type="application/xhtml+xml"/><% }) %>
  </manifest>
  <spine toc="ncx">
    <itemref idref="toc"/>
    <% content.forEach(({ id }, index) => { %><itemref idref="content_<%= index %>_<%= id %>"/><% }) %>
  </spine>
</package>
`
